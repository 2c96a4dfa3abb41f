"""Routes of partnerships."""

from django.urls import path

from games.api.partnerships import views

urlpatterns = [
    path("partnerships", views.Partnerships.as_view()),
    path("partnerships/<str:partnership_id>", views.PartnershipDetail.as_view()),
    path("partnerships/<str:partnership_id>/accept", views.PartnershipAccept.as_view()),
    path("partnerships/<str:partnership_id>/decline", views.PartnershipDecline.as_view()),
    path("partnerships/<str:partnership_id>/leave", views.PartnershipLeave.as_view()),
]
